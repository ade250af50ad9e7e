import * as Comlink from 'comlink';
import type { LayoutApi } from '../src/protocol/layout';
import { layout } from '../src/services/layout-service';
import { buffersOf } from './transfer';

const api: LayoutApi = {
  layout(request) {
    const reply = layout(request);
    return Comlink.transfer(reply, buffersOf(reply));
  },
};

Comlink.expose(api);
