import * as Comlink from 'comlink';

export class WorkerStopped extends Error {
  override readonly name = 'WorkerStopped';
  /** Whether the worker's file could not be loaded, so that it never ran. */
  readonly isMissing: boolean;

  constructor(reason: string, isMissing = false) {
    super(reason);
    this.isMissing = isMissing;
  }
}

const NOT_STARTED = 'a worker could not be loaded';

interface Running<T> {
  readonly worker: Worker;
  readonly remote: Comlink.Remote<T>;
  readonly rejects: Set<(reason: Error) => void>;
}

/**
 * Owns a worker, and on request a spare that is already started. Comlink never settles the calls of a terminated worker,
 * so the reject function of every call is kept, and called when its worker is stopped.
 */
export class WorkerOwner<T> {
  readonly #create: () => Worker;
  #running: Running<T> | undefined;
  #spare: Running<T> | undefined;

  constructor(create: () => Worker) {
    this.#create = create;
  }

  #start(): Running<T> {
    let worker: Worker;
    try {
      worker = this.#create();
    } catch {
      throw new WorkerStopped(NOT_STARTED, true); // the browser, or a policy, forbids workers
    }
    const running: Running<T> = { worker, remote: Comlink.wrap<T>(worker), rejects: new Set() };
    worker.addEventListener('error', (event) => {
      if (this.#running === running) this.#running = undefined;
      if (this.#spare === running) this.#spare = undefined;
      // Without a message it is not an error inside the worker.
      const isMissing = !event.message;
      end(running, new WorkerStopped(isMissing ? NOT_STARTED : event.message, isMissing));
    });
    return running;
  }

  /** Calls the current worker; the first call starts it. */
  call<R>(use: (remote: Comlink.Remote<T>) => Promise<R>): Promise<R> {
    return called(() => (this.#running ??= this.#start()), use);
  }

  /** Calls the spare, and starts it if there is none, so that a replacement answers at once. */
  callSpare<R>(use: (remote: Comlink.Remote<T>) => Promise<R>): Promise<R> {
    return called(() => (this.#spare ??= this.#start()), use);
  }

  /** Terminates the worker, rejects its calls, and replaces it by the spare. */
  stop(reason: string): void {
    const stopped = this.#running;
    this.#running = this.#spare;
    this.#spare = undefined;
    if (stopped !== undefined) end(stopped, new WorkerStopped(reason));
  }
}

/** Calls a worker; rejects if the browser does not let it start. */
function called<T, R>(find: () => Running<T>, use: (remote: Comlink.Remote<T>) => Promise<R>): Promise<R> {
  return new Promise<R>((resolve, reject) => {
    const { remote, rejects } = find();
    rejects.add(reject);
    use(remote)
      .then(resolve, reject)
      .finally(() => rejects.delete(reject));
  });
}

function end<T>(running: Running<T>, reason: WorkerStopped): void {
  running.worker.terminate();
  for (const reject of running.rejects) reject(reason);
  running.rejects.clear();
}
