import { Problem } from '../problems/problem.ts';

const maxListed = 1_000;

/** Collects what is wrong with a batch, so that one answer names everything. */
export class Refusals {
  readonly #refused: { path: string; message: string }[] = [];

  add(index: number, field: string, message: string): void {
    this.#refused.push({ path: `records.${index}.${field}`, message });
  }

  /** Throws `validation_failed` when anything was refused. */
  throwIfAny(): void {
    const count = this.#refused.length;
    if (count === 0) return;
    const errors = this.#refused.slice(0, maxListed).map(({ path, message }) => ({
      path,
      message,
      keyword: 'reference',
      instancePath: `/${path.replaceAll('.', '/')}`,
      schemaPath: '',
      params: {},
    }));
    const others = count > maxListed ? ` The first ${maxListed} are listed.` : '';
    throw new Problem('validation_failed', {
      detail: `${count} ${count === 1 ? 'reference' : 'references'} of the batch cannot be accepted; nothing was recorded.${others}`,
      members: { errors },
    });
  }
}
