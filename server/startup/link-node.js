// Plain JavaScript, because `npm ci` runs it on the machine's own Node.
import { existsSync, readdirSync, rmSync, symlinkSync } from 'node:fs';

/*
 * Links the Node of the lockfile as the command `node`. npm up to 10 removes that link: when it leaves out the packages of
 * other platforms, it removes their commands, which have the same name.
 */
const installed = readdirSync('node_modules').find((name) => /^node-(bin-)?(darwin|linux)-(arm64|x64)$/.test(name));
const link = 'node_modules/.bin/node';
if (installed !== undefined && !existsSync(link)) {
  rmSync(link, { force: true });
  symlinkSync(`../${installed}/bin/node`, link);
}
