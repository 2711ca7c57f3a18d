import type { ValidationError } from '../../generated/models.ts';
import { limits } from '../../generated/limits.ts';
import type { Problems } from '../../generated/problems.ts';
import { validationError } from '../problems/validation-error.ts';

const maxListed = limits.listedMismatches;

/** Collects what is wrong with a batch, so that one answer names everything. */
export class Refusals {
  readonly #errors: ValidationError[] = [];
  #count = 0;

  add(index: number, field: string, message: string): void {
    this.#count += 1;
    if (this.#count <= maxListed) this.#errors.push(validationError(`records.${index}.${field}`, message, 'reference'));
  }

  /** Throws `validation_failed` when anything was refused. */
  throwIfAny({ problem }: Problems<'validation_failed'>): void {
    if (this.#count === 0) return;
    const what = this.#count === 1 ? '1 reference of the batch is' : `${this.#count} references of the batch are`;
    const cut = this.#count > maxListed ? ` The first ${maxListed} are listed.` : '';
    throw problem('validation_failed', {
      detail: `${what} not acceptable; nothing was recorded.${cut}`,
      members: { errors: this.#errors },
    });
  }
}
