// copy-before-write: there is no place for a copy within vector.mask.
// RUN: bufferize-opt %s --split-input-file --verify-diagnostics=only-expected --one-shot-bufferize="dialect-filter=vector,bufferization copy-before-write unknown-type-conversion=identity-layout-map allow-unknown-ops"

func.func @masked(%t: tensor<?xi8>, %v: vector<8xi8>, %i: index, %m: vector<8xi1>) -> tensor<?xi8> {
  // expected-error @below {{'vector.mask' op body must bufferize in-place}}
  %0 = vector.mask %m { vector.transfer_write %v, %t[%i] : vector<8xi8>, tensor<?xi8> } : vector<8xi1> -> tensor<?xi8>
  return %0 : tensor<?xi8>
}

// -----

func.func @masked_scalable(%t: tensor<?xi8>, %v: vector<[8]xi8>, %i: index, %m: vector<[8]xi1>) -> tensor<?xi8> {
  // expected-error @below {{'vector.mask' op body must bufferize in-place}}
  %0 = vector.mask %m { vector.transfer_write %v, %t[%i] : vector<[8]xi8>, tensor<?xi8> } : vector<[8]xi1> -> tensor<?xi8>
  return %0 : tensor<?xi8>
}
