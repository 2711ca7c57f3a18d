import { arrow, box, dot, frame, label, line, renderDiagram, type Diagram } from './draw.ts';

/** Limits by the names that pages have in braces. */
type Numbers = ReadonlyMap<string, string>;

/** What the service is for, on the first page. */
const flow: Diagram = {
  width: 760,
  height: 190,
  shapes: [
    box(10, 55, 190, 80, 'plain', 'Fact', 'a fan tips €15.00', 'the platform reports it'),
    arrow('200,95 275,95'),
    box(275, 55, 190, 80, 'own', 'Event', 'order.created', 'recorded and signed'),
    arrow('465,80 505,80 505,40 550,40'),
    arrow('465,110 505,110 505,150 550,150'),
    box(550, 8, 200, 64, 'good', 'Endpoint', 'your ledger: 204'),
    box(550, 118, 200, 64, 'good', 'Endpoint', 'your CRM: 503, then 204'),
  ],
  narrow: {
    width: 300,
    height: 384,
    shapes: [
      box(10, 8, 280, 80, 'plain', 'Fact', 'a fan tips €15.00', 'the platform reports it'),
      arrow('150,88 150,124'),
      box(10, 124, 280, 80, 'own', 'Event', 'order.created', 'recorded and signed'),
      arrow('36,204 36,270 70,270'),
      arrow('36,204 36,346 70,346'),
      box(70, 238, 220, 64, 'good', 'Endpoint', 'your ledger: 204'),
      box(70, 314, 220, 64, 'good', 'Endpoint', 'your CRM: 503, then 204'),
    ],
  },
};

function concepts(numbers: Numbers): Diagram {
  return {
    width: 760,
    height: 230,
    shapes: [
      frame(8, 8, 330, 214, 'one transaction'),
      box(28, 60, 130, 110, 'plain', 'Fact', 'an order,', 'a refund,', 'an assignment'),
      arrow('158,115 198,115'),
      box(198, 60, 120, 110, 'own', 'Event', 'one for', 'each fact'),
      arrow('318,100 372,100 372,60 420,60'),
      arrow('318,130 372,130 372,170 420,170'),
      box(420, 26, 130, 68, 'plain', 'Delivery', 'to endpoint A'),
      box(420, 136, 130, 68, 'plain', 'Delivery', 'to endpoint B'),
      line(550, 60, 740, 60, 'plain'),
      dot(590, 60, 'good'),
      label(590, 90, '204', 'd-small'),
      line(550, 170, 740, 170, 'plain'),
      dot(590, 170, 'bad'),
      label(590, 200, '503', 'd-small'),
      dot(640, 170, 'bad'),
      label(640, 200, 'timeout', 'd-small'),
      dot(690, 170, 'good'),
      label(690, 200, '204', 'd-small'),
      label(645, 128, `up to ${numbers.get('attempt_count')!} attempts each`, 'd-small'),
    ],
  };
}

function delivery(numbers: Numbers): Diagram {
  return {
    width: 760,
    height: 300,
    shapes: [
      box(20, 10, 180, 40, 'own', 'The service'),
      box(290, 10, 180, 40, 'plain', 'Your receiver'),
      box(560, 10, 180, 40, 'plain', 'Your queue'),
      line(110, 50, 110, 290),
      line(380, 50, 380, 290),
      line(650, 50, 650, 290),
      arrow('110,90 380,90', 'POST, signed, with an event id'),
      box(300, 105, 160, 36, 'faint', 'verify the signature'),
      arrow('380,175 650,175', 'store it once, by its event id'),
      arrow('380,215 110,215', `2xx within ${numbers.get('attempt_seconds')!} seconds`, 'good'),
      arrow('380,265 110,265', 'anything else: the attempt failed', 'bad'),
      box(570, 225, 160, 36, 'faint', 'process it later'),
    ],
  };
}

function retries(numbers: Numbers): Diagram {
  const waits = numbers.get('retry_seconds')!.split(/, (?:then )?| and /);
  const places = [60, ...waits.map((_, index) => 60 + ((index + 1) * 480) / waits.length)];
  return {
    width: 760,
    height: 190,
    shapes: [
      line(60, 80, 540, 80, 'plain'),
      ...places.flatMap((x, index) => [
        dot(x, 80, 'bad'),
        label(x, 56, `attempt ${index + 1}`, 'd-title'),
        label(x, 112, index === 0 ? 'immediately' : `${waits[index - 1]!} later`, 'd-small'),
      ]),
      arrow('552,80 610,80'),
      box(610, 46, 140, 68, 'bad', 'Failure', 'stored, replayable'),
      arrow('680,114 680,162 60,162 60,128', '', 'good'),
      label(370, 152, 'replay: a new delivery with the same event id', 'd-small'),
    ],
  };
}

const rotation: Diagram = {
  width: 760,
  height: 210,
  shapes: [
    label(10, 55, 'Old secret', 'd-title', 'start'),
    '<rect class="d-box plain" x="130" y="34" width="390" height="34" rx="7"/>',
    label(210, 56, 'signs', 'd-small'),
    label(400, 56, 'signs too', 'd-small'),
    label(10, 115, 'New secret', 'd-title', 'start'),
    '<rect class="d-box own" x="290" y="94" width="440" height="34" rx="7"/>',
    label(510, 116, 'signs', 'd-small'),
    line(290, 20, 290, 150, 'plain'),
    line(520, 20, 520, 150, 'plain'),
    label(290, 172, 'you rotate', 'd-title'),
    label(520, 172, 'the old secret expires', 'd-title'),
    label(405, 196, 'both signatures: replace the secret here', 'd-small'),
  ],
};

const scope: Diagram = {
  width: 760,
  height: 250,
  shapes: [
    frame(8, 8, 210, 234, 'your agency’s creators'),
    box(38, 44, 150, 46, 'plain', 'Mira'),
    box(38, 110, 150, 46, 'plain', 'Noa'),
    box(38, 176, 150, 46, 'faint', 'the next creator'),
    arrow('188,67 480,67'),
    arrow('188,133 300,133 300,82 480,82'),
    arrow('188,199 330,199 330,97 480,97', '', 'faint'),
    arrow('240,67 240,185 480,185'),
    box(480, 44, 270, 70, 'own', 'Endpoint of all creators', 'allowed_creator_ids: []'),
    box(480, 150, 270, 70, 'own', 'Endpoint of Mira', 'allowed_creator_ids: [Mira’s id]'),
  ],
};

/** The diagrams by the names under which pages show them. */
export function diagrams(numbers: Numbers): ReadonlyMap<string, (alternative: string) => string> {
  const all = { flow, concepts: concepts(numbers), delivery: delivery(numbers), retries: retries(numbers), rotation, scope };
  return new Map(Object.entries(all).map(([name, diagram]) => [name, (alternative: string) => renderDiagram(diagram, alternative)]));
}
