import type { PlotReply, PlotRequest } from '../../../protocol/plot';
import type { AskedProgram } from '../shared/use-program';
import { type Answered, type Asking, useQuestion } from '../shared/use-question';
import { retained } from './retained';

/** What is asked about the program. */
type PlotAsked = Pick<PlotRequest, 'across' | 'up' | 'result' | 'x' | 'y'>;
export type Drawn = Extract<PlotReply, { readonly state: 'ok' | 'partial' }>;

export interface PlotAnswers extends Answered<'plot', Drawn | undefined> {
  /** The last reply with a picture. */
  readonly drawn: Drawn | undefined;
}

/** All runs of a picture take 1.5 seconds at most. */
const ASKING: Asking<'plot', Drawn | undefined> = { seconds: 1.5, patience: 100, keep: drawnOf };

/** Returns pictures as they come, from coarse to fine. */
export function usePlot(program: AskedProgram | undefined, asked: PlotAsked): PlotAnswers {
  const answered = useQuestion('plot', program && { program, ...asked }, ASKING);
  return { ...answered, drawn: answered.kept };
}

/** Keeps the last picture after an error, and none if there is nothing to draw. */
function drawnOf(before: Drawn | undefined, reply: PlotReply | 'stopped'): Drawn | undefined {
  if (reply === 'stopped') return before;
  if (reply.state === 'error') return reply.diagnostics.length === 0 ? undefined : before;
  return { ...reply, picture: retained(before?.picture, reply.picture) };
}
