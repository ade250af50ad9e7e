import { useMemo, useState } from 'react';
import { programCells } from '../../../notebook/document';
import { STEP_RULES, type StepsIndex } from '../../../protocol/steps';
import { clipped, counted, integer } from '../../kit/format';
import { useAppStore } from '../../store/hooks';
import { FoldedList } from '../shared/FoldedList';
import { ruleTitle } from './rule-table';
import type { StepPosition } from './use-position';

interface StepListProps {
  readonly index: StepsIndex;
  readonly position: StepPosition;
}

const ROW = 26;
const NOUN = ['step', 'steps'] as const;

/** All steps of a long run, folded by iteration and call. A click or Enter goes to a step. */
export function StepList({ index, position }: StepListProps) {
  const notebook = useAppStore((state) => state.notebook);
  const texts = useMemo(() => programCells(notebook), [notebook]);
  const lit = useMemo(() => [position.at], [position.at]);
  const [open, setOpen] = useState(false);
  return (
    <details
      className="step-list"
      onToggle={(event) => {
        setOpen(event.currentTarget.open);
      }}
    >
      <summary>All steps</summary>
      {/* A closed list would be laid out at each step, because it scrolls to the step. */}
      {open && (
        <FoldedList
          label={counted(index.count, ...NOUN)}
          folds={index.folds}
          noun={NOUN}
          rowHeight={ROW}
          lit={lit}
          follows
          onPoint={NOTHING}
          onChoose={position.go}
        >
          {(step) => (
            <span className="step-row">
              <span className="step-number">{integer(step + 1)}</span>{' '}
              {ruleTitle(STEP_RULES[index.rules[step] ?? 0] ?? STEP_RULES[0])}{' '}
              <code>{sourceOf(texts, index, step)}</code>
            </span>
          )}
        </FoldedList>
      )}
    </details>
  );
}

const NOTHING = (): void => undefined;

/** The redex as it stands in the text, on one line. */
function sourceOf(texts: readonly string[], { origins }: StepsIndex, step: number): string {
  const [cell = -1, start = 0, end = 0] = origins.subarray(3 * step, 3 * step + 3);
  return clipped((texts[cell] ?? '').slice(start, end).replace(/\s+/g, ' ').trim());
}
