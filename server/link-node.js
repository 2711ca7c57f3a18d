// Plain JavaScript: `npm ci` runs it on the machine's own Node, at its end.
import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';

const manifest = /** @type {{ optionalDependencies: Record<string, string> }} */ (JSON.parse(readFileSync('package.json', 'utf8')));

/*
 * Links the Node of the lockfile as the command `node`. npm up to 10 removes that link: when it leaves out the packages of
 * other platforms, it removes their commands, which have the same name.
 */
const installed = Object.keys(manifest.optionalDependencies).find((name) => existsSync(`node_modules/${name}/bin/node`));
const link = 'node_modules/.bin/node';
if (installed !== undefined && !existsSync(link)) {
  rmSync(link, { force: true });
  symlinkSync(`../${installed}/bin/node`, link);
}
