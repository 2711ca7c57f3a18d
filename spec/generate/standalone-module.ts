/** A request with more mismatches than this is refused after the first ones: nobody reads more, and each costs memory. */
const maxErrors = 1000;

/**
 * Ajv's standalone code as an ES module of its own: `require` becomes an import of the validators' runtime, and each function
 * stops at the thousandth mismatch, which Ajv itself cannot do with `allErrors`.
 */
export function standaloneModule(code: string): string {
  const limited = code
    .replace(/^"use strict";/, '')
    .split(/(?=function validate\d+\()/)
    .map(stopAtLimit)
    .join('');
  const imports = new Set<string>();
  const body = limited.replace(/require\("([^"]+)"\)(\.\w+)?/g, (_match, path: string, member: string | undefined) => {
    const name = runtimeNames[`${path}${member ?? ''}`];
    if (name === undefined) throw new Error(`The validators need ${path}${member ?? ''}, which their runtime does not offer`);
    imports.add(name);
    return name;
  });
  const names = [...imports].sort().join(', ');
  return `${names === '' ? '' : `import { ${names} } from './runtime.ts';\n`}${onePerLine(body)}`;
}

const runtimeNames: Record<string, string> = {
  './runtime.ts.answerFormats': 'answerFormats',
  './runtime.ts.formats': 'formats',
  'ajv/dist/runtime/ucs2length.default': 'characterCount',
};

function stopAtLimit(source: string): string {
  const name = /^function (validate\d+)\(/.exec(source)?.[1];
  if (name === undefined) return source;
  const stop = `if(errors >= ${maxErrors}){${name}.errors = vErrors;return false;}`;
  return source.replaceAll('errors++;', `errors++;${stop}`).replaceAll('errors = vErrors.length;', `errors = vErrors.length;${stop}`);
}

/** Functions and constants on lines of their own, so that a change of the contract shows as a change of few lines. */
function onePerLine(code: string): string {
  return code.replace(
    /(?<=[;}])(?=export |function validate\d+\(|validate\d+\.evaluated = |const (?:schema|func|formats|pattern)\d+ )/g,
    '\n',
  );
}
