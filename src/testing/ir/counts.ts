import { visit } from '../../compile/ir/blocks';
import { checked, focusOf } from '../checked';
import { stagesOf } from './stages';

/** Returns how many updates of arrays are in place before derivatives are written out, and how many loops copy an array. */
export function counts(text: string): readonly [updates: number, copies: number] {
  const { main } = focusOf(checked(`${text}\n`));
  const stage = stagesOf(main)?.before.find(({ pass }) => pass.startsWith('updates'));
  if (stage === undefined) throw new Error('the compiler does not take it');
  const { functions, entries } = stage.program;
  let [updates, copies] = [0, 0];
  for (const { id, body } of functions.values()) {
    if (id === entries.get('gradient')) continue;
    visit(body, (statement) => {
      if (statement.tag === 'update') updates++;
      if (statement.tag === 'build' && statement.copies === true) copies++;
    });
  }
  return [updates, copies];
}
