import { visit } from '../../compile/ir/blocks';
import type { Statement } from '../../compile/ir/tree';
import { checked, focusOf } from '../checked';
import { stagesOf } from './stages';

/** Returns how many updates of arrays are in place before derivatives are written out, and how many loops copy an array. */
export function counts(text: string): readonly [updates: number, copies: number] {
  const found = statementsOf(text);
  const copies = found.filter((each) => each.tag === 'build' && each.copies === true);
  return [found.filter(({ tag }) => tag === 'update').length, copies.length];
}

/** Returns how many calls update an array in place before derivatives are written out. */
export function updatingCalls(text: string): number {
  return statementsOf(text).filter((each) => each.tag === 'call' && each.updates !== undefined).length;
}

function statementsOf(text: string): readonly Statement[] {
  const { main } = focusOf(checked(`${text}\n`));
  const stage = stagesOf(main)?.before.find(({ pass }) => pass.startsWith('updates'));
  if (stage === undefined) throw new Error('the compiler does not take it');
  const { functions, entries } = stage.program;
  const found: Statement[] = [];
  for (const { id, body } of functions.values()) {
    if (id !== entries.get('gradient')) visit(body, (statement) => found.push(statement));
  }
  return found;
}
