import { describe, expect, test } from 'vitest';
import type { EngineCell } from '../notebook/document';
import type { EngineColumn } from '../protocol/messages';
import { PAGE_BUDGET } from '../semantics/outcome';
import { newService, repliesTo } from '../testing/ask';
import { FORWARD_ENGINE } from '../testing/own-engines';
import type { RunService } from './run-service';

const PROGRAM = 'input x : real = 2\nx * x';
const PLACE: EngineCell = { cell: 0, name: 'dual', id: 0 };
const WRONG = FORWARD_ENGINE.replace('y * u + x * v', 'y * u + v');

let revision = 0;

/** The last column of the gradient of the second cell. */
async function lastColumn(service: RunService, engine: string, engines = [PLACE]): Promise<EngineColumn | undefined> {
  let found: EngineColumn | undefined;
  await service.run(
    {
      revision: ++revision,
      cells: [engine, PROGRAM],
      jobs: [{ cell: 1, products: ['gradient'] }],
      inputs: {},
      budget: PAGE_BUDGET,
      engines,
    },
    (reply) => {
      if (reply.state === 'ok' && reply.product === 'gradient') found = reply.payload.engines.at(-1);
    },
  );
  return found;
}

describe('engines of the reader in the run worker', () => {
  test('have a column in the gradient, which follows their text', async () => {
    const service = newService();
    const ok = { engine: 'own:dual', status: 'ok' };
    expect(await lastColumn(service, FORWARD_ENGINE)).toMatchObject({ ...ok, derivatives: [4], differs: [] });
    expect(await lastColumn(service, WRONG)).toMatchObject({ ...ok, derivatives: [3], differs: [0] });
    expect(await lastColumn(service, FORWARD_ENGINE)).toMatchObject({ ...ok, derivatives: [4], differs: [] });
    expect(await lastColumn(service, FORWARD_ENGINE, [])).toMatchObject({ engine: 'numeric' });
  });

  test('leave the others as they are if they have an error, are no engine, or never end', async () => {
    const service = newService();
    expect(await lastColumn(service, 'let dual = 1 + true')).toMatchObject({ status: 'unsupported' });
    expect(await lastColumn(service, 'let other = 1')).toMatchObject({ status: 'unsupported' });
    const forever = FORWARD_ENGINE.replace(
      'gradient = fun f xs ->',
      'gradient = fun f xs -> let rec forever x : array real = forever x in if (f (build (length xs) (fun i -> (xs[i], 0)))).1 > 0 then forever xs else',
    );
    const column = await lastColumn(service, forever);
    expect(['stopped', 'not run']).toContain(column?.status);
    expect(await lastColumn(service, FORWARD_ENGINE)).toMatchObject({ status: 'ok' });
  });

  test('are tested, and shown in a minimized disagreement', async () => {
    const service = newService();
    const ask = async (cells: readonly string[]): Promise<unknown> =>
      (await repliesTo(service, 'engineTest', { cells, place: PLACE, inputs: {} })).at(-1);
    expect(await ask([WRONG, PROGRAM])).toMatchObject({ state: 'wrong' });
    expect(await ask(['let dual = 3', PROGRAM])).toMatchObject({
      state: 'error',
      diagnostics: [{ code: 'own-engine' }],
    });
    const asked = { cells: [WRONG, PROGRAM], cell: 1, inputs: {}, budget: PAGE_BUDGET, engines: [PLACE] };
    const [found] = await repliesTo(service, 'disagreement', asked);
    expect(found).toMatchObject({ state: 'ok', verdict: 'disagree' });
    expect(JSON.stringify(found)).toContain('dual (yours)');
    const gradient = await repliesTo(service, 'gradient', { ...asked, asked: [] });
    expect(gradient.at(-1)).toMatchObject({ state: 'ok', gradient: { agreement: 'disagree' } });
  });
});
