import type { Agreement, Column } from '../ad/agree';
import type { Main } from '../ad/engine';
import type { EngineColumn, Focus, GradientPayload } from '../protocol/messages';
import { showStart } from '../semantics/present';
import { MOST_IN_LINE } from './brief';

export function gradientPayload(main: Main, focus: Focus, agreement: Agreement): GradientPayload {
  return {
    focus,
    engines: agreement.columns.map((column) => engineColumn(main, column)),
    agreement: agreement.verdict,
    maxRelativeDifference: agreement.maxRelativeDifference,
  };
}

function engineColumn(main: Main, column: Column): EngineColumn {
  const { engine } = column;
  switch (column.status) {
    case 'pending':
      return { engine, status: 'pending' };
    case 'ok': {
      const { result, derivatives, errors, differences, seconds } = column;
      const value = showStart(result.value, main.target, 6, main.variants, MOST_IN_LINE);
      const { meter, via } = result;
      return { engine, status: 'ok', value, derivatives, errors, differences, seconds, meter, via };
    }
    case 'one direction':
    case 'unsupported':
    case 'not comparable':
    case 'failed':
    case 'stopped':
      return { engine, status: column.status, reason: column.reason };
  }
}
