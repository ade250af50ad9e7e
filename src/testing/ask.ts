import type { QuestionName, ReplyOf, RequestOf } from '../protocol/questions';
import { createRunService, type RunService } from '../services/run-service';

let id = 0;

/** A run service whose slices alternate with the event loop of the tests. */
export function newService(): RunService {
  return createRunService(
    () =>
      new Promise((resolve) => {
        setImmediate(resolve);
      }),
  );
}

/** The replies to a question; none if a newer one has replaced it. */
export async function repliesTo<Name extends QuestionName>(
  service: RunService,
  name: Name,
  request: RequestOf<Name>,
  take: (reply: ReplyOf<Name>) => ReplyOf<Name> = (reply) => reply,
): Promise<readonly ReplyOf<Name>[]> {
  const received: ReplyOf<Name>[] = [];
  await service.ask({ id: ++id, name, request }, (reply) => received.push(take(reply)));
  return received;
}
