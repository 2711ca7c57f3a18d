import { tables } from '../models/tables.ts';
import { recordTable } from '../orm/record-table.ts';
import type { ColumnsOf } from './record.ts';

/** What the records of tags set. */
export const tagTable = recordTable('tags', tables.tags.columns satisfies ColumnsOf<'tag'>);
