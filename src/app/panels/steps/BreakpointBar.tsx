import { useMemo } from 'react';
import type { Span } from '../../../language/source/span';
import { programCells } from '../../../notebook/document';
import type { StepsIndex } from '../../../protocol/steps';
import { useAppStore } from '../../store/hooks';
import { Place } from '../shared/DiagnosticList';
import { clipped, counted } from '../../kit/format';
import { lastBefore, nextAfter, stoppingSteps } from './breakpoint-search';
import type { StepPosition } from './use-position';
import type { Breakpoint } from '../../store/state';

interface BreakpointBarProps {
  readonly position: StepPosition;
  readonly index: StepsIndex | undefined;
  /** The steps that stop, in order. */
  readonly stops: readonly number[];
  /** The redex of the shown step. */
  readonly redex: Span | undefined;
}

/** The list of breakpoints, with buttons that set them and go to the next or previous one. */
export function BreakpointBar({ position, index, stops, redex }: BreakpointBarProps) {
  const breakpoints = useAppStore((state) => state.breakpoints);
  const caret = useAppStore((state) => state.caret);
  const toggle = useAppStore((state) => state.toggleBreakpoint);
  const clear = useAppStore((state) => state.clearBreakpoints);
  const { at, go } = position;
  const next = nextAfter(stops, at);
  const previous = lastBefore(stops, at);
  return (
    <section className="steps-part breakpoints" aria-label="Breakpoints">
      <div className="breakpoint-tools">
        {breakpoints.length > 0 && (
          <>
            <button
              type="button"
              className="button small outlined"
              aria-disabled={previous === undefined}
              onClick={() => {
                if (previous !== undefined) go(previous);
              }}
            >
              Previous breakpoint
            </button>
            <button
              type="button"
              className="button small outlined"
              aria-disabled={next === undefined}
              onClick={() => {
                if (next !== undefined) go(next);
              }}
            >
              Next breakpoint
            </button>
          </>
        )}
        <button
          type="button"
          className="button small outlined"
          aria-disabled={redex === undefined}
          onClick={() => {
            if (redex !== undefined) toggle({ span: redex, line: false });
          }}
        >
          Break at redex
        </button>
        <button
          type="button"
          className="button small outlined"
          aria-disabled={caret === undefined}
          title="In the editor: F9 or a click beside the line"
          onClick={() => {
            if (caret !== undefined) toggle(caret);
          }}
        >
          Break at cursor
        </button>
        {breakpoints.length > 1 && (
          <button type="button" className="button small" onClick={clear}>
            Remove all
          </button>
        )}
      </div>
      {breakpoints.length > 0 && (
        <ul className="breakpoint-list">
          {breakpoints.map((breakpoint) => (
            <BreakpointItem
              key={`${breakpoint.span.cell} ${breakpoint.span.start} ${breakpoint.span.end} ${breakpoint.line}`}
              {...{ breakpoint, index }}
              remove={() => {
                toggle(breakpoint);
              }}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

interface BreakpointItemProps {
  readonly breakpoint: Breakpoint;
  readonly index: StepsIndex | undefined;
  readonly remove: () => void;
}

function BreakpointItem({ breakpoint, index, remove }: BreakpointItemProps) {
  const { span } = breakpoint;
  const text = useAppStore((state) => programCells(state.notebook)[span.cell]) ?? '';
  const line = text.slice(0, span.start).split('\n').length;
  const count = useMemo(() => index && stoppingSteps(index, [breakpoint]).length, [index, breakpoint]);
  return (
    <li>
      <Place span={span} short />
      <code>{clipped(text.slice(span.start, span.end).trim())}</code>
      <span className="steps-note">
        {count === undefined ? 'counting …' : count === 0 ? 'no steps' : counted(count, 'step')}
      </span>
      <button
        type="button"
        className="button small"
        aria-label={`Remove breakpoint on line ${line}`}
        title="Remove"
        onClick={remove}
      >
        ×
      </button>
    </li>
  );
}
