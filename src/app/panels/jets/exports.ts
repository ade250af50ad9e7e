import type { JetResult, JetsPayload } from '../../../protocol/jets';
import { exactNumber } from '../../kit/format';
import { copyOrSave, saveText } from '../../charts/export';
import type { PanelExport } from '../shared/PanelFrame';
import { plainLine, type TraceNames } from '../trace/trace-notation';
import { type TraceJets, numberOf } from './making';
import { indexText, jetSizeText } from './notation';
import { polynomialPlain, polynomialTex, taylorMonomials, texNumber } from '../../../protocol/polynomial';

interface Shown {
  readonly payload: JetsPayload;
  readonly jets: TraceJets;
  readonly names: TraceNames;
  readonly result: JetResult | undefined;
  readonly leaves: readonly string[];
}

export function jetExports(shown: Shown): readonly PanelExport[] {
  return [
    ...(shown.result === undefined ? [] : polynomialExports(shown, shown.result)),
    {
      label: 'Copy jets as text',
      run: () => {
        copyOrSave(jetsAsText(shown), 'jets.txt');
      },
    },
    {
      label: 'Copy jets as TeX',
      run: () => {
        copyOrSave(jetsAsTex(shown), 'jets.tex');
      },
    },
    {
      label: 'Save jets as CSV',
      run: () => {
        saveText(jetsAsCsv(shown), 'jets.csv', 'text/csv');
      },
    },
  ];
}

function polynomialExports({ jets, leaves }: Shown, { jet }: JetResult): readonly PanelExport[] {
  const polynomial = taylorMonomials(jets.shape, jet);
  return [
    {
      label: 'Copy polynomial as text',
      run: () => {
        copyOrSave(polynomialPlain(polynomial, leaves), 'taylor.txt');
      },
    },
    {
      label: 'Copy polynomial as TeX',
      run: () => {
        copyOrSave(polynomialTex(polynomial, leaves), 'taylor.tex');
      },
    },
  ];
}

function entriesOf({ jets }: Shown): readonly number[] {
  return Array.from({ length: jets.trace.window }, (_, entry) => entry);
}

function numbersOf({ jets }: Shown, entry: number): readonly number[] {
  return jets.shape.indices.map((_, index) => numberOf(jets, entry, index));
}

/** The polynomial of the result, then the jet of every entry below its line. */
export function jetsAsText(shown: Shown): string {
  const { payload, jets, names, result, leaves } = shown;
  const { shape, trace } = jets;
  const indices = shape.indices.map(indexText);
  const head = [
    `-- jets of ${payload.label} along ${leaves.join(', ')}`,
    `-- ${jetSizeText(shape, payload.choice.restricted)}`,
    ...(result === undefined ? [] : [`-- ${polynomialPlain(taylorMonomials(shape, result.jet), leaves)}`]),
  ];
  const lines = entriesOf(shown).flatMap((entry) => [
    plainLine(trace, names, entry),
    `--   ${numbersOf(shown, entry)
      .map((number, i) => `${indices[i] ?? ''} ${exactNumber(number)}`)
      .join('   ')}`,
  ]);
  const hidden = trace.count - trace.window;
  return [...head, ...lines, ...(hidden > 0 ? [`-- ${hidden} more`] : []), ''].join('\n');
}

/** The polynomial of the result, and a table with one row per entry. */
export function jetsAsTex(shown: Shown): string {
  const { jets, names, result, leaves } = shown;
  const { shape } = jets;
  const rows = entriesOf(shown).map((entry) => {
    const name = names.nameOf(entry);
    const plain = name.tag === 'text' ? name.text : name.index === '' ? name.stem : `${name.stem}_{${name.index}}`;
    return `  ${[plain.replace(/[#$%&]/gu, '\\$&'), ...numbersOf(shown, entry).map(texNumber)].join(' & ')} \\\\`;
  });
  return [
    ...(result === undefined ? [] : [`\\[ ${polynomialTex(taylorMonomials(shape, result.jet), leaves)} \\]`]),
    '\\[',
    `\\begin{array}{l|${'r'.repeat(shape.indices.length)}}`,
    `  & ${shape.indices.map(indexText).join(' & ')} \\\\ \\hline`,
    ...rows,
    '\\end{array}',
    '\\]',
    '',
  ].join('\n');
}

export function jetsAsCsv(shown: Shown): string {
  const { jets, names } = shown;
  const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  const head = ['entry', 'definition', ...jets.shape.indices.map((index) => quoted(indexText(index)))];
  const rows = entriesOf(shown).map((entry) =>
    [
      quoted(names.plainNameOf(entry)),
      quoted(plainLine(jets.trace, names, entry)),
      ...numbersOf(shown, entry).map(String),
    ].join(','),
  );
  return `${[head.join(','), ...rows].join('\n')}\n`;
}
