"use strict";
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const one = (selector, root = document) => root.querySelector(selector);
  const byId = (id) => document.getElementById(id);
  const make = (name, className, text) => {
    const element = document.createElement(name);
    element.className = className;
    if (text !== undefined) element.textContent = text;
    return element;
  };
  const entries = all(".entry");
  const program = byId("program");
  const explanations = byId("explanations");
  const said = byId("said");
  for (const element of all("form[hidden], button[hidden]")) element.hidden = false;

  // The chain of one copy: numbers, what is to be said, and arrows from one place to the next.

  let current = null;
  let chain = [];
  let notes = [];
  let drawn = [];

  function clear() {
    for (const undo of drawn.splice(0).reverse()) undo();
    chain = [];
    notes = [];
  }

  function mark(element, ...classes) {
    element.classList.add(...classes);
    drawn.push(() => element.classList.remove(...classes));
  }

  function insert(element, place) {
    place(element);
    drawn.push(() => element.remove());
  }

  function show(entry) {
    clear();
    current = entry;
    const line = entry.dataset.line;
    const margin = line && one(".margin a", byId(line));
    if (margin) mark(margin, "current");
    const steps = all(".steps > li", entry);
    const linked = steps.map((step) => one("a", step)).map((a) => a && byId(a.hash.slice(1)));
    chain = linked.filter((target) => target);
    steps.forEach((step, index) => {
      const target = linked[index];
      if (!target) return;
      const kind = step.classList.contains("copied") ? "copied" : "other";
      mark(target, "step", kind);
      const note = make("div", `note ${kind}`);
      const text = make("span", "", `${index + 1} ${one(".said", step).textContent}`);
      for (const [other, sign, word] of [[index - 1, "↑", "previous"], [index + 1, "↓", "next"]]) {
        if (!linked[other]) continue;
        const link = make("a", "", `${sign}${other + 1}`);
        link.href = `#${linked[other].id}`;
        link.title = `to the ${word} place`;
        text.append(link);
      }
      note.append(text);
      const row = target.closest(".line");
      let last = row;
      while (last.nextElementSibling && last.nextElementSibling.matches(".note")) last = last.nextElementSibling;
      insert(note, (element) => last.after(element));
      notes.push([note, target]);
    });
    const source = chain.length && chain[0].closest(".source");
    if (source && chain.every((target) => target.closest(".source") === source)) {
      const track = make("div", "track");
      insert(track, (element) => source.prepend(element));
    }
    const copied = one(".step.copied");
    if (copied) into(copied);
    align();
    draw();
  }

  // Notes begin below what they are about, if they are to be seen there.
  function align() {
    const edge = program.getBoundingClientRect().left + program.clientWidth;
    for (const [note, target] of notes) {
      const { left } = note.getBoundingClientRect();
      const text = note.firstChild;
      const wanted = target.getBoundingClientRect().left;
      const room = wanted < edge ? Math.min(wanted, edge - text.offsetWidth - 20) : wanted;
      const least = one("code", note.parentElement).offsetLeft;
      note.style.paddingLeft = `${Math.max(room - left, least)}px`;
    }
  }

  const SVG = "http://www.w3.org/2000/svg";
  const shape = (name, attributes, ...children) => {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };

  function draw() {
    const track = one(".track");
    if (!track) return;
    const top = track.getBoundingClientRect().top;
    const middles = chain.map((target) => {
      const box = target.getClientRects()[0];
      return Math.round(box.top + box.height / 2 - top);
    });
    const head = shape("marker", { id: "head", viewBox: "0 0 8 8", refX: 6, refY: 4, markerWidth: 5, markerHeight: 5, orient: "auto" }, shape("path", { d: "M0 0 8 4 0 8z" }));
    const picture = shape("svg", { height: Math.max(1, ...middles), "aria-hidden": "true" }, shape("defs", {}, head));
    middles.slice(1).forEach((end, index) => {
      const start = middles[index];
      if (start === end) return;
      const side = 20 - 6 * (index % 3);
      const shift = index ? 3 : 0;
      picture.append(shape("path", { d: `M28 ${start + shift}H${side}V${end - 3}H27`, "marker-end": "url(#head)" }));
    });
    track.replaceChildren(picture);
  }

  new ResizeObserver(() => {
    align();
    draw();
  }).observe(program);
  const whenGrown = new ResizeObserver(draw);
  for (const source of all(".source")) whenGrown.observe(source);

  function into(element, block = "center") {
    if (program.contains(element)) program.scrollLeft = 0; // as far to the left as it can be seen
    element.scrollIntoView({ block, inline: "nearest" });
  }

  function open(entry) {
    for (let around = entry; around; around = around.parentElement.closest("details")) around.open = true;
    if (entry.hidden) reset();
    into(entry, "nearest");
  }

  function close(entry) {
    if (entry !== current) return;
    clear();
    current = null;
    if (location.hash === `#${entry.id}`) history.replaceState(null, "", location.pathname + location.search);
  }

  for (const entry of entries) {
    entry.addEventListener("toggle", () => {
      if (!entry.open) return close(entry);
      show(entry);
      history.replaceState(null, "", `#${entry.id}`);
    });
  }

  // A link leads to a copy, to one of its places, or to a line.

  function follow() {
    const target = byId(location.hash.slice(1));
    if (!target) return;
    if (target.matches(".entry")) open(target);
    else into(target);
  }

  addEventListener("hashchange", follow);
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='#']");
    if (!link) return;
    if (link.dataset.line) search(`line:${link.dataset.line.split("L").pop()}`);
    if (link.hash === location.hash) follow();
  });

  // What is listed.

  const filter = byId("filter");
  const texts = new Map(entries.map((entry) => [entry, ""]));
  let group = null;

  function wanted(entry, fields) {
    const { dataset } = entry;
    if (group !== null && dataset.group !== group) return false;
    if (fields.reason.value && dataset.reason !== fields.reason.value) return false;
    if (fields.function && fields.function.value && dataset.function !== fields.function.value) return false;
    if (dataset.cost !== "" && Number(dataset.cost) < Number(fields.bytes.value)) return false;
    return fields.text.value.toLowerCase().split(/\s+/).filter(Boolean).every((word) => {
      if (/^line:\d+$/.test(word)) return dataset.line.split("L").pop() === word.slice(5);
      if (!texts.get(entry)) texts.set(entry, entry.textContent.toLowerCase());
      return texts.get(entry).includes(word);
    });
  }

  function apply() {
    if (!filter) return;
    const copies = all("#copies-list > .entry");
    let shown = 0;
    const lines = new Set();
    for (const entry of copies) {
      entry.hidden = !wanted(entry, filter.elements);
      if (entry.hidden) {
        if (entry.open) entry.open = false;
      } else {
        shown += 1;
        lines.add(entry.dataset.line);
      }
    }
    for (const link of all(".margin a[href^='#copy-']")) {
      link.classList.toggle("filtered", !lines.has(link.closest(".line").id));
    }
    for (const button of all(".show")) {
      button.setAttribute("aria-pressed", String(button.dataset.group === group));
    }
    const heading = byId("copies");
    if (heading.getBoundingClientRect().top < explanations.getBoundingClientRect().top) into(heading, "start");
    one("output", filter).textContent = shown < copies.length ? `${shown} of ${copies.length} shown` : "";
  }

  function search(text) {
    group = null;
    filter.reset();
    filter.elements.text.value = text;
    apply();
  }

  function reset() {
    search("");
  }

  if (filter) {
    filter.addEventListener("input", apply);
    filter.addEventListener("submit", (event) => event.preventDefault());
    filter.elements.all.addEventListener("click", reset);
  }
  for (const button of all(".show")) {
    button.addEventListener("click", () => {
      group = group === button.dataset.group ? null : button.dataset.group;
      apply();
      if (group !== null) into(byId("copies"), "start");
    });
  }

  // Up, Down, Home and End go from copy to copy; Escape closes the one that is open.

  document.addEventListener("keydown", (event) => {
    const opened = entries.find((entry) => entry.open); // `current` only after its event
    if (event.key === "Escape" && opened) {
      opened.open = false;
      one("summary", opened).focus();
      return;
    }
    const summary = event.target.closest(".entry > summary");
    if (!summary || event.altKey || event.ctrlKey || event.metaKey) return;
    const list = summary.parentElement.parentElement;
    const listed = entries.filter((entry) => !entry.hidden && entry.parentElement === list);
    const here = listed.indexOf(summary.parentElement);
    const to = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: listed.length - 1 }[event.key];
    if (listed[to] === undefined) return;
    event.preventDefault();
    const wasOpen = summary.parentElement.open;
    one("summary", listed[to]).focus();
    if (wasOpen) listed[to].open = true;
  });

  // Tensors that share a buffer.

  let numbered = null;
  let pointed = null;

  function point(number) {
    if (number === pointed) return;
    if (!numbered) {
      numbered = new Map();
      for (const element of all(".source [data-s]")) {
        const { s } = element.dataset;
        if (!numbered.has(s)) numbered.set(s, []);
        numbered.get(s).push(element);
      }
    }
    for (const element of numbered.get(pointed) ?? []) element.classList.remove("same");
    for (const element of numbered.get(number) ?? []) element.classList.add("same");
    pointed = number;
    const set = number && byId(`set-${number}`);
    said.textContent = set ? `shared buffer ${set.textContent.trim()}` : "";
  }

  for (const kind of ["mouseover", "focusin"]) {
    document.addEventListener(kind, (event) => {
      const named = event.target.closest("[data-s]");
      point(named ? named.dataset.s : null);
      if (named) named.title = said.textContent;
    });
  }

  const view = byId("view");
  view.addEventListener("change", () => {
    document.body.classList.toggle("wrap", view.elements.wrap.checked);
    document.body.classList.toggle("plain", !view.elements.colours.checked);
    if (current) show(current);
  });

  // What is to be pasted.

  for (const button of all(".paste")) {
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(button.dataset.text);
        said.textContent = "copied to the clipboard";
      } catch {
        const code = one("code", button.parentElement);
        if (code) getSelection().selectAllChildren(code);
        said.textContent = "selected: press Ctrl-C";
      }
    });
  }

  follow();
})();
