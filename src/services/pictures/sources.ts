import { isPicture } from '../../ad/main';
import type { CoreItem } from '../../language/core/tree';
import { writtenText } from '../../language/source/imported';
import { isTable, readTable } from '../../notebook/table';
import { tableItems } from '../../notebook/table-tree';
import type { PictureSourcesReply, PictureSourcesRequest, TablePlace } from '../../protocol/picture';
import { compile } from '../../semantics/compile';
import { run } from '../../semantics/evaluate';
import type { Task } from '../../semantics/task';
import { UNRECORDED } from '../../semantics/trace';
import { Traced, type Value } from '../../semantics/value';
import { type Loaded, readInputs } from '../program';
import { outputItems } from '../value-payload';
import { partOf } from '../viewers/pictures';
import { chosen, dataOf, inputNames } from './functions';
import { pointsIn } from './marks';

const NONE: PictureSourcesReply = { marks: [] };

/**
 * Returns which points of a picture are numbers of tables. The picture is evaluated with tables whose reals know their place:
 * a real that comes out as it went in is the number itself, and the result of any operation is another.
 */
export function* pictureSources(
  loaded: Loaded,
  { inputs: settings, budget, output, part = [] }: PictureSourcesRequest,
): Task<PictureSourcesReply> {
  if (loaded.tag === 'wrong') return NONE;
  const { program } = loaded;
  const whole = outputItems(program)[output];
  const item = whole && { ...whole, term: partOf(whole.term, part) };
  const inputs = readInputs(program, settings);
  if (item === undefined || !isPicture(item) || inputs.tag !== 'ok') return NONE;
  const core = dataOf(
    { ...program.core, items: program.core.items.map((each) => (each === whole ? item : each)) },
    item,
  );
  const places: TablePlace[] = [];
  const items = core.items.map((each) => withPlaces(each, program.texts, places));
  if (places.length === 0) return NONE;
  yield;
  const ran = yield* run(compile({ ...core, items }), {
    budget,
    inputs: chosen(inputs.value, inputNames(core)),
    tracing: 'dependencies',
  });
  if (ran.tag !== 'ok') return NONE;
  const placeOf = (real: Value): TablePlace | undefined =>
    real instanceof Traced ? places[UNRECORDED - 1 - real.node] : undefined;
  const marks = pointsIn(ran.value.outputs[0]).map((points) =>
    points.map(([x, y]) => ({ x: placeOf(x), y: placeOf(y) })),
  );
  return marks.flat().some(({ x, y }) => x !== undefined || y !== undefined) ? { marks } : NONE;
}

/**
 * Returns a table's data with the place of each real, which is added to `places`: as the node of a real that depends on the
 * inputs without an entry of the trace, below the node that all others of these have.
 */
function withPlaces(item: CoreItem, texts: readonly string[], places: TablePlace[]): CoreItem {
  const { cell } = item.origin;
  const text = writtenText(texts[cell] ?? '');
  if (item.tag !== 'data' || !isTable(text)) return item;
  const { columns, rows, diagnostics } = readTable(text, cell);
  if (diagnostics.some(({ severity }) => severity === 'error')) return item;
  const value = tableItems(columns, rows.length, (column, row) => {
    const written = column.values[row];
    if (column.type !== 'real' || typeof written !== 'number') return written;
    places.push({ cell, row, column: columns.indexOf(column) });
    return new Traced(written, UNRECORDED - places.length);
  });
  return { ...item, value: undefined, given: { value } };
}
