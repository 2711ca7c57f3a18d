/** The oldest Node on which the packages that the service runs on work. */
const oldest = '22.19.0';

const numbersOf = (version: string) => version.split('.').map(Number) as [number, number, number];

function isOlder(version: string): boolean {
  const [given, needed] = [numbersOf(version), numbersOf(oldest)];
  const differing = given.findIndex((number, index) => number !== needed[index]);
  return differing >= 0 && given[differing]! < needed[differing]!;
}

// Loaded before everything else, which an older one could not even read.
if (isOlder(process.versions.node)) {
  process.stderr.write(
    `Node ${process.versions.node} is too old; accepted: ${oldest} or later, or the one that \`npm ci\` brings along for \`npm start\`\n`,
  );
  process.exit(1);
}
