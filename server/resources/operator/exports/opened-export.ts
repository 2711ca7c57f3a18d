import { limits } from '../../../../generated/limits.ts';
import type { Export } from '../../../../generated/models.ts';
import type { Keyring } from '../../../access/encryption/keyring.ts';
import { exportedTables } from '../../../entities/exported-table.ts';
import { strictBytes } from '../../../lib/strict-bytes.ts';

export interface ExportSubject {
  readonly agencyId: string;
  /** Null for a whole agency. */
  readonly fanId: string | null;
}

const place = 'export';
const validMs = limits.exportDays * 86_400_000;

/** The id contains the export, encrypted: nothing is stored, and no URL contains the id of the fan. */
export function openExport(keyring: Pick<Keyring, 'encrypt' | 'decrypt'>, { agencyId, fanId }: ExportSubject): Export {
  const expiresAt = Date.now() + validMs;
  return {
    id: keyring.encrypt(JSON.stringify([agencyId, fanId, expiresAt]), place).toString('base64url'),
    agency_id: agencyId,
    kind: fanId === null ? 'agency' : 'fan',
    tables: exportedTables(fanId).map(({ table }) => table),
    expires_at: new Date(expiresAt).toISOString(),
  };
}

/** Undefined for an invalid or expired id. */
export function readExport(keyring: Pick<Keyring, 'encrypt' | 'decrypt'>, exportId: string): ExportSubject | undefined {
  const sealed = strictBytes(exportId, 'base64url');
  if (!sealed) return undefined;
  try {
    const text = keyring.decrypt(sealed, place);
    const [agencyId, fanId, expiresAt] = JSON.parse(text) as [string, string | null, number];
    return expiresAt > Date.now() ? { agencyId, fanId } : undefined;
  } catch {
    return undefined;
  }
}
