"use strict";
for (const arena of document.querySelectorAll(".arena")) {
  const plot = arena.querySelector(".plot");
  const said = arena.querySelector(".hovered");
  const all = plot.viewBox.baseVal;
  const [width, height] = [all.width, all.height];
  let shown = null;

  function show(rect) {
    if (shown) shown.classList.remove("shown");
    shown = rect;
    rect.classList.add("shown");
    said.textContent = rect.querySelector("title").textContent;
  }
  plot.addEventListener("pointerover", (event) => {
    const rect = event.target.closest(".buffer");
    if (rect) show(rect);
  });

  // Enlarge around a point of the picture, which is given in parts of its width and height.
  function zoom(factor, x, y) {
    const view = plot.viewBox.baseVal;
    const w = Math.min(width, Math.max(width / 2000, view.width / factor));
    const h = Math.min(height, Math.max(height / 2000, view.height / factor));
    view.x += (view.width - w) * x;
    view.y += (view.height - h) * y;
    view.width = w;
    view.height = h;
    keepInside();
  }
  function keepInside() {
    const view = plot.viewBox.baseVal;
    view.x = Math.max(0, Math.min(width - view.width, view.x));
    view.y = Math.max(0, Math.min(height - view.height, view.y));
  }
  plot.addEventListener("wheel", (event) => {
    event.preventDefault();
    const box = plot.getBoundingClientRect();
    zoom(event.deltaY < 0 ? 1.25 : 0.8, (event.clientX - box.x) / box.width, (event.clientY - box.y) / box.height);
  }, { passive: false });
  plot.addEventListener("pointermove", (event) => {
    if (!(event.buttons & 1)) return;
    const view = plot.viewBox.baseVal;
    const box = plot.getBoundingClientRect();
    view.x -= event.movementX * view.width / box.width;
    view.y -= event.movementY * view.height / box.height;
    keepInside();
  });
  const buttons = arena.querySelector(".buttons");
  buttons.hidden = false;
  buttons.addEventListener("click", (event) => {
    const factor = event.target.dataset.zoom;
    if (factor !== undefined) zoom(+factor || 1e-9, 0.5, 0.5);
  });
}
