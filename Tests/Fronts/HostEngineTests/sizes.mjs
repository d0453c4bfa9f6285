// Whether the engine is no larger than its article says: sizes.mjs BUILD STRIPPED
//
// STRIPPED is the engine without wasm-opt. With wasm-opt missing, that of BUILD is the same.
import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import zlib from 'node:zlib'

const [build, stripped] = process.argv.slice(2)
const article = fs.readFileSync('Sources/Fronts/DoodleKit/DoodleKit.docc/DrawInABrowser.md', 'utf8').replace(/\s+/g, ' ')
const said = /take ([\d.]+) MB, (\d+) kB with gzip\. Without `wasm-opt` .* take ([\d.]+) MB, (\d+) kB with gzip/.exec(article)
assert.ok(said, 'DrawInABrowser.md does not say how large the engine is')
const [optimized, optimizedPacked, plain, plainPacked] = said.slice(1).map(Number)

const module = fs.readFileSync(path.join(build, 'doodle.mjs'))
/** In bytes: the engine with its module, and with gzip. */
function sizes(file) {
  const parts = [fs.readFileSync(file), module]
  const sum = (of) => parts.reduce((total, part) => total + of(part), 0)
  return [sum((part) => part.length), sum((part) => zlib.gzipSync(part, { level: 9 }).length)]
}

/** Compiler versions differ by less. `unit` is in bytes. */
function compare(size, said, unit, name) {
  const found = size / unit
  assert.ok(found < said * 1.03 && found > said * 0.95, `${name}: the article says ${said}, it is ${found.toFixed(2)}`)
}

const found = [sizes(path.join(build, 'doodle.wasm')), sizes(stripped)]
const isOptimized = found[0][0] !== found[1][0]
if (isOptimized) {
  compare(found[0][0], optimized, 1e6, 'MB with wasm-opt')
  compare(found[0][1], optimizedPacked, 1e3, 'kB with wasm-opt and gzip')
} else {
  console.log('the size with wasm-opt is not checked: wasm-opt is missing (Debian: binaryen)')
}
compare(found[1][0], plain, 1e6, 'MB without wasm-opt')
compare(found[1][1], plainPacked, 1e3, 'kB without wasm-opt and with gzip')
console.log('the engine is as large as its article says')
