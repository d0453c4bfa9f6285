// node playwright_pairs.cjs FOLDER judges pairs of PNGs as expect(…).toMatchSnapshot() does, with the comparator in the
// package playwright of PyPI that is installed in FOLDER. Reads two paths a line, and prints a word for each.
const fs = require('node:fs');
const path = require('node:path');

const bundle = path.resolve(process.argv[2], 'playwright/driver/package/lib/coreBundle.js');
const compare = require(bundle).utils.getComparator('image/png');

function judge(expected, actual) {
  try {
    return compare(fs.readFileSync(actual), fs.readFileSync(expected)) ? 'different' : 'same';
  } catch (error) {
    console.error(`${actual}: ${error}`);
    return 'damaged';
  }
}

async function main() {
  for (const line of fs.readFileSync(0, 'utf8').trim().split('\n')) {
    console.log(judge(...line.split(' ')));
    // Tests wait now and then, which frees memory.
    await new Promise(setImmediate);
  }
}
main();
