import { describe, expect, expectTypeOf, test } from 'vitest';
import type { Forms } from '../../generated/versions.ts';
import { formsOf, type FormChanges } from '../../server/versions/forms.ts';

interface FirstOrder {
  readonly id: string;
  readonly amount: number;
}

interface SecondOrder {
  readonly id: string;
  readonly amount_cents: number;
}

interface ThirdOrder {
  readonly id: string;
  readonly price: { readonly cents: number };
}

/** Changes of three releases, as the generator would write them: the second and the third changed an order, the third also a fan. */
interface Table {
  readonly Basalte: { readonly Order: Forms<FirstOrder, SecondOrder, true> };
  readonly Calcite: {
    readonly Order: Forms<SecondOrder, ThirdOrder, true>;
    readonly Fan: Forms<{ name: string }, { title: string }, false>;
  };
}

const basalte: FormChanges<Table>['Basalte'] = {
  Order: {
    toFormer: ({ id, amount_cents }) => ({ id, amount: amount_cents }),
    fromFormer: ({ id, amount }) => ({ id, amount_cents: amount }),
  },
};
const calcite: FormChanges<Table>['Calcite'] = {
  Order: {
    toFormer: ({ id, price }) => ({ id, amount_cents: price.cents }),
    fromFormer: ({ id, amount_cents }) => ({ id, price: { cents: amount_cents } }),
  },
  Fan: { toFormer: ({ title }) => ({ name: title }) },
};
const changes: FormChanges<Table> = { Basalte: basalte, Calcite: calcite };
const [third, second, first] = [
  { name: 'Calcite', date: '2028-01-01' },
  { name: 'Basalte', date: '2027-01-01' },
  { name: 'Amethyste', date: '2026-07-06' },
] as const;

const forms = formsOf({
  releases: [third, second, first],
  changes,
  answerPlaces: {
    getOrder: [{ schema: 'Order', path: [] }],
    listOrders: [{ schema: 'Order', path: ['data', '*'] }],
    getDays: [
      { schema: 'Fan', path: ['fan'] },
      { schema: 'Order', path: ['orders_by_day', '*', 'first'] },
    ],
  },
  eventPlaces: { 'order.created': [{ schema: 'Order', path: [] }] },
});

describe('a response', () => {
  const order = (cents: number): ThirdOrder => ({ id: 'o', price: { cents } });

  test('has the form of the release of the caller', () => {
    expect(forms.answer('getOrder', second)!(order(5))).toEqual({ id: 'o', amount_cents: 5 });
    expect(forms.answer('getOrder', first)!(order(5))).toEqual({ id: 'o', amount: 5 });
  });

  test('in the newest form is the one that the handler returned', () => {
    expect(forms.answer('getOrder', third)).toBeUndefined();
    expect(forms.answer('getTag', first)).toBeUndefined();
  });

  test('is converted in every item of a page, and nothing else of it', () => {
    const page = Object.freeze({ data: Object.freeze([order(1), order(2)]), next_cursor: 'c' });
    expect(forms.answer('listOrders', first)!(page)).toEqual({
      data: [
        { id: 'o', amount: 1 },
        { id: 'o', amount: 2 },
      ],
      next_cursor: 'c',
    });
  });

  test('is converted in every member of a map, and where it is null it stays so', () => {
    const days = { fan: { title: 'Ann' }, orders_by_day: { monday: { first: order(3) }, tuesday: { first: null }, friday: {} } };
    const converted = forms.answer('getDays', second)!(days);
    expect(JSON.stringify(converted)).toBe(
      '{"fan":{"name":"Ann"},"orders_by_day":{"monday":{"first":{"id":"o","amount_cents":3}},"tuesday":{"first":null},"friday":{}}}',
    );
  });
});

describe('what an event carries', () => {
  test('is recorded in the form of the first release', () => {
    expect(forms.recorded('order.created')!({ id: 'o', price: { cents: 7 } })).toEqual({ id: 'o', amount: 7 });
    expect(forms.recorded('ping')).toBeUndefined();
  });

  test('has the form of the release that an endpoint is pinned to', () => {
    const recorded: FirstOrder = { id: 'o', amount: 7 };
    expect(forms.payload('order.created', first.date)).toBeUndefined();
    expect(forms.payload('order.created', second.date)!(recorded)).toEqual({ id: 'o', amount_cents: 7 });
    expect(forms.payload('order.created', third.date)!(recorded)).toEqual({ id: 'o', price: { cents: 7 } });
    expect(forms.payload('ping', third.date)).toBeUndefined();
  });
});

test('only the releases of the contract are known', () => {
  expect([first.date, second.date, third.date].every(forms.isKnown)).toBe(true);
  expect(forms.isKnown('2029-01-01')).toBe(false);
});

// `npm run types` checks these tests. An error that is expected and does not come fails it.
describe('the functions of a change', () => {
  test('fit both forms', () => {
    const wrong: Partial<FormChanges<Table>>[] = [
      // @ts-expect-error The former name of the field is another one.
      { Basalte: { Order: { ...basalte.Order, toFormer: ({ id, amount_cents }) => ({ id, amounts: amount_cents }) } } },
      // @ts-expect-error The release's own form has no such field.
      { Basalte: { Order: { ...basalte.Order, toFormer: ({ id, amount }) => ({ id, amount }) } } },
      // @ts-expect-error Events contain it, so it is converted in both directions.
      { Basalte: { Order: { toFormer: basalte.Order.toFormer } } },
      // @ts-expect-error The release changed no fan.
      { Basalte: { ...basalte, Fan: calcite.Fan } },
    ];
    expectTypeOf(wrong).toBeArray();
  });

  test('are there for every schema that a release changed', () => {
    // @ts-expect-error The third release changed schemas too.
    const forgotten: FormChanges<Table> = { Basalte: basalte };
    // @ts-expect-error The third release changed a fan too.
    const partial: FormChanges<Table>['Calcite'] = { Order: calcite.Order };
    expectTypeOf([forgotten, partial]).toBeArray();
  });
});
