import { locale } from './locale.ts';

const whole = new Intl.NumberFormat(locale);
const euros = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' });
const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });

export const count = (value: number): string => whole.format(value);
export const shortCount = (value: number): string => compact.format(value);
export const percent = (value: number): string => share.format(value);

/** Euro cents as an amount, as `€15.00`. */
export const amount = (cents: number): string => euros.format(cents / 100);

export const counted = (value: number, one: string, many = `${one}s`): string => `${count(value)} ${value === 1 ? one : many}`;

const byteUnits = ['bytes', 'KB', 'MB', 'GB', 'TB'];

export function bytes(value: number): string {
  const step = value < 1 ? 0 : Math.min(Math.floor(Math.log10(value) / 3), byteUnits.length - 1);
  return `${step === 0 ? count(value) : (value / 1_000 ** step).toFixed(1)} ${byteUnits[step]!}`;
}
