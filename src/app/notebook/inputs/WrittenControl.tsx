import { useId, useState } from 'react';
import type { Json } from '../../../protocol/messages';
import { readWritten, writeJson } from '../../../protocol/written-json';
import { useAppStore } from '../../store/hooks';
import { clipped } from '../../kit/format';
import type { ShownInput } from './shown-input';

interface Draft {
  readonly text: string;
  /** The value of the text, once it has been submitted. */
  readonly read: Json | undefined;
  readonly wrong: boolean;
}

/** A text field for any other value, in the language's notation. Enter or leaving the field submits it. */
export function WrittenControl({ input, value }: { readonly input: ShownInput; readonly value: Json }) {
  const set = useAppStore((state) => state.setInput);
  const [draft, setDraft] = useState<Draft>();
  const error = useId();
  const written = input.text ?? writeJson(value);
  const shown = shownDraft(draft, input, value) ?? written;
  const wrong = draft?.wrong === true;
  const handIn = (): void => {
    if (draft === undefined || draft.read !== undefined) return;
    const read = readWritten(draft.text);
    setDraft(draft.text === written ? undefined : { ...draft, read, wrong: read === undefined });
    if (read !== undefined && draft.text !== written) set(input.name, read);
  };
  return (
    <>
      <textarea
        className="wide-control"
        rows={Math.min(MOST_ROWS, Math.ceil(shown.length / ROW))}
        spellCheck={false}
        aria-label={`${input.name}, as the language writes it`}
        aria-invalid={wrong}
        aria-describedby={wrong ? error : undefined}
        value={shown}
        onChange={(event) => {
          setDraft({ text: event.target.value, read: undefined, wrong: false });
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey) return;
          event.preventDefault();
          handIn();
        }}
        onBlur={handIn}
      />
      {wrong && (
        <p id={error} className="input-error">
          This is not a value of type {clipped(input.type)}. Example: {clipped(input.text ?? writeJson(value))}
        </p>
      )}
    </>
  );
}

const ROW = 40;
const MOST_ROWS = 5;

/** The draft to show, until a run returns the value's text or another value is set. */
function shownDraft(draft: Draft | undefined, input: ShownInput, value: Json): string | undefined {
  if (draft?.read === undefined) return draft?.text;
  return input.text === undefined && JSON.stringify(draft.read) === JSON.stringify(value) ? draft.text : undefined;
}
