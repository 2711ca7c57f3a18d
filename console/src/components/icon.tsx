import { mark } from 'built:mark';
import type { IconNode } from 'lucide';
import { h } from 'preact';

/** A decorative icon next to text: screen readers skip it. */
export const Icon = ({ of, tone = '' }: { of: IconNode; tone?: string }) => (
  <svg class={`icon ${tone}`} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    {of.map(([tag, attributes], index) => h(tag, { key: index, ...attributes }))}
  </svg>
);

/** The logo of the service: a fact, the event that it becomes, and the endpoint. */
export const Mark = () => (
  <svg class="mark" viewBox={mark.viewBox} aria-hidden="true" focusable="false" dangerouslySetInnerHTML={{ __html: mark.shapes }} />
);
