/** The rule that applies a list in the format of prh: it brings no types. */
declare module 'textlint-rule-prh' {
  import type { TextlintKernelRule } from '@textlint/kernel';
  const rule: { readonly default: TextlintKernelRule['rule'] };
  export default rule;
}
