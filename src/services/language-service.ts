import { format } from '../language/syntax/format';
import type { LanguageApi } from '../protocol/messages';
import { createFrontEnd, describeInput } from './front-end';

/** What the language worker exposes. */
export function createLanguageService(): LanguageApi {
  const frontEnd = createFrontEnd();
  return {
    check({ revision, cells }) {
      const { diagnostics, hovers, inputs, core } = frontEnd(cells);
      return { revision, diagnostics, hovers, inputs: inputs.map(describeInput), runnable: core !== undefined };
    },
    // A cell's text has no final line end.
    format: (text) => {
      const formatted = format(text);
      return formatted.diagnostics.length > 0 ? text : formatted.text.replace(/\n$/, '');
    },
  };
}
