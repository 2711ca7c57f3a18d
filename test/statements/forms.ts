/** What the driver makes of a column that is not null, by the names of its types. JSON may be anything. */
export interface Forms {
  string: string;
  number: number;
  boolean: boolean;
  Date: Date;
  Buffer: Buffer;
  'string[]': readonly string[];
  'number[]': readonly number[];
  'boolean[]': readonly boolean[];
  'Date[]': readonly Date[];
  'Buffer[]': readonly Buffer[];
}

export type Form = keyof Forms;
