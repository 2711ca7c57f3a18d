// Plain JavaScript, loaded first: an older Node cannot read the other files.

/** The oldest Node that reads TypeScript, and that the packages of the service support. */
const oldest = '22.19.0';

/** @param {string} version */
const numbersOf = (version) => version.split('.').map(Number);

/** @param {string} version */
function isOlder(version) {
  const [given, needed] = [numbersOf(version), numbersOf(oldest)];
  const differing = given.findIndex((number, index) => number !== needed[index]);
  return differing >= 0 && given[differing] < needed[differing];
}

if (isOlder(process.versions.node)) {
  process.stderr.write(
    `Node ${process.versions.node} is too old; accepted: ${oldest} or later, or the one that \`npm ci\` brings along for \`npm start\`\n`,
  );
  process.exit(1);
}
