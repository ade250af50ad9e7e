import { unfolded } from '../../../protocol/folds';
import { describe, expect, it } from 'vitest';
import { OPERATION_NAMES } from '../../../language/operations/names';
import { INPUT_ENTRY, type TracePayload } from '../../../protocol/messages';
import { resultPieces, rightHandSide, traceAsTex, traceAsText, traceNames } from './trace-notation';

/** x * y + sin x at (1.5, 2), and a product with the constant -0.5. */
const trace: TracePayload = {
  count: 6,
  window: 6,
  operations: Int16Array.from([
    INPUT_ENTRY,
    INPUT_ENTRY,
    ...(['multiply', 'sin', 'add', 'multiply'] as const).map((name) => OPERATION_NAMES.indexOf(name)),
  ]),
  offsets: Int32Array.from([0, 0, 0, 2, 3, 5, 7]),
  operands: Int32Array.from([0, 1, 0, 2, 3, -1, 4]),
  constants: Float64Array.from([-0.5]),
  values: Float64Array.from([1.5, 2, 3, 0.9975, 3.9975, -1.99875]),
  adjoints: new Float64Array(6),
  origins: new Int32Array(18),
  names: undefined,
  inputLabels: ['x', 'q.name'],
  results: Int32Array.from([5]),
  size: 6,
  folds: unfolded(6),
  focus: { label: '', span: { cell: 0, start: 0, end: 0 }, leaves: [], value: '', cotangent: undefined },
};

describe('the notation of a trace', () => {
  it('sets infix operations between their operands and names inputs as the reader does', () => {
    const pieces = rightHandSide(trace, traceNames(trace), 2);
    expect(
      pieces.map((piece) => (piece.tag === 'text' ? piece.text.trim() : piece.stem + piece.index)).join(' '),
    ).toMatch(/^x · q\.name$/);
  });

  it('prints text in the language, negative constants in brackets', () => {
    const lines = traceAsText(trace).trimEnd().split('\n');
    expect(lines[2]).toBe('let t3 : real = x * q.name in');
    expect(lines[5]).toBe('let t6 : real = (-0.5) * t5 in');
    expect(lines.at(-1)).toBe('t6');
  });

  it('writes the first parts of a long result, and how many there are more', () => {
    const long = { ...trace, results: Int32Array.from({ length: 1_050 }, () => 5) };
    const pieces = resultPieces(long, traceNames(long));
    expect(pieces.filter(({ tag }) => tag === 'variable')).toHaveLength(50);
    expect(pieces.at(-1)).toEqual({ tag: 'text', text: ', … 1,000 more⟩' });
    expect(resultPieces(trace, traceNames(trace))).toHaveLength(1);
  });

  it('prints TeX by the notation of the operations table', () => {
    const tex = traceAsTex(trace);
    expect(tex).toContain('t_{4} : \\mathbb{R} = \\sin x\\ \\mathbf{in}');
    expect(tex).toContain('\\mathit{q.name}');
    expect(tex).toContain('(-0.5)');
  });
});
