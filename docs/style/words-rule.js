import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** The rules of words.yml (format of prh) as regular expressions that find every match. */
const words = parse(readFileSync(new URL('words.yml', import.meta.url), 'utf8')).rules.map(({ pattern, expected }) => {
  const [, source, flags] = /^\/(.*)\/(\w*)$/.exec(pattern);
  return { expression: new RegExp(source, `${flags}g`), expected };
});

const sql = /\b(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|FROM|WHERE|JOIN|ORDER BY)\b/;
const isProse = (text) => /[A-Za-z]\s+[A-Za-z]/.test(text) && !sql.test(text);

/** Code in backticks and names of options are not checked; their places keep their length, so that positions stay. */
const withoutCode = (text) => text.replace(/`[^`]*`|--[\w-]+/g, (code) => 'x'.repeat(code.length));

/** Line comments that follow each other are one text, whose sentences continue from line to line. */
function passagesOf(comments) {
  const passages = [];
  for (const comment of comments) {
    const last = passages.at(-1)?.at(-1);
    const continues = last?.type === 'Line' && comment.type === 'Line' && comment.loc.start.line === last.loc.end.line + 1;
    if (continues) passages.at(-1).push(comment);
    else passages.push([comment]);
  }
  return passages;
}

/** Refuses the words of words.yml in comments, string literals, templates and JSX text. */
export const plainWords = {
  meta: { type: 'suggestion', schema: [], messages: { word: '"{{found}}" is not a word of this project: {{expected}}' } },
  create(context) {
    const { sourceCode } = context;
    const { text: source } = sourceCode;
    const check = ([start, end], written) => {
      if (!isProse(written)) return;
      const text = withoutCode(written);
      for (const { expression, expected } of words) {
        for (const { 0: found, index } of text.matchAll(expression)) {
          const at = Math.min(start + index, end);
          context.report({
            loc: { start: sourceCode.getLocFromIndex(at), end: sourceCode.getLocFromIndex(Math.min(at + found.length, end)) },
            messageId: 'word',
            data: { found: found.replace(/\s+/g, ' '), expected },
          });
        }
      }
    };
    return {
      Program() {
        for (const passage of passagesOf(sourceCode.getAllComments())) {
          const start = passage[0].range[0];
          const end = passage.at(-1).range[1];
          // The marks at the beginning of a line become blanks.
          check(
            [start, end],
            source.slice(start, end).replace(/^\s*(?:\/\/|\/?\*+)/gm, (mark) => ' '.repeat(mark.length)),
          );
        }
      },
      'Literal, JSXText'(node) {
        if (typeof node.value === 'string' && node.parent.type !== 'ImportDeclaration') check(node.range, source.slice(...node.range));
      },
      TemplateLiteral(node) {
        const [start, end] = node.range;
        // What is filled in is checked by itself.
        let text = source.slice(start + 1, end - 1);
        for (const { range } of node.expressions) {
          text = text.slice(0, range[0] - start - 1) + 'x'.repeat(range[1] - range[0]) + text.slice(range[1] - start - 1);
        }
        check([start + 1, end], text);
      },
    };
  },
};
