// Prints the peak of the memory of the program behind its other output.
const { writeSync } = require('node:fs');

process.on('exit', () => writeSync(2, `\npeak ${process.resourceUsage().maxRSS}`));
