import * as Comlink from 'comlink';
import type { ProseApi } from '../src/protocol/prose';
import { renderProse } from '../src/services/prose/render';

const api: ProseApi = {
  render: (request) => renderProse(request, () => performance.now()),
};

Comlink.expose(api);
