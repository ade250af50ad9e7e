import { type ComponentProps, useEffect, useReducer, useState } from 'react';
import { type Audience, AUDIENCES, type Course, marksOfUnit, partsOfKey, type Unit } from '../../notebook/course';
import { printProgress } from '../../notebook/progress';
import { saveText } from '../charts/export';
import { Choice } from '../kit/Choice';
import { counted } from '../kit/format';
import { pickFile } from '../kit/pick-file';
import { loadCourse } from '../shelf/course';
import type { Shipped } from '../shelf/library';
import { acceptedAnswers, onMarksChange, takeProgress } from '../shelf/marks';
import './course.css';

interface CourseViewProps {
  readonly entries: readonly Shipped[];
  /** The origins of the reader's notebooks: `e:ID` of a copy of a notebook that ships with the page. */
  readonly copies: readonly string[];
  /** Returns what makes a link open a notebook that ships with the page. */
  readonly linkTo: (id: string) => Pick<ComponentProps<'a'>, 'href' | 'onClick'>;
}

const READERS = {
  L: 'machine learning, first year',
  P: 'programming languages, graduate',
  R: 'automatic differentiation, research',
} as const satisfies Record<Audience, string>;

const OPTIONS = [['', 'everyone'] as const, ...AUDIENCES.map((each) => [each, READERS[each]] as const)];

/** The units of the course in order, with the reader's marks, which can be saved as a file. */
export function CourseView({ entries, copies, linkTo }: CourseViewProps) {
  const [course, setCourse] = useState<Course | 'failed'>();
  const [audience, setAudience] = useState('');
  const [told, setTold] = useState('');
  const [, read] = useReducer((count: number) => count + 1, 0);
  useEffect(() => onMarksChange(read), []);
  useEffect(() => {
    void loadCourse().then(setCourse, () => {
      setCourse('failed');
    });
  }, []);
  if (course === 'failed') return <p>The course did not load. Check the connection and try again.</p>;
  const answers = acceptedAnswers();
  const passed = new Set(answers.map(({ exercise }) => exercise));
  const units = (course?.units ?? []).filter(
    ({ audiences }) => audience === '' || audiences.some((each) => each === audience),
  );
  return (
    <div className="course">
      <div className="course-tools">
        <Choice label="For" value={audience} options={OPTIONS} onChoose={setAudience} />
        <button
          type="button"
          className="button outlined small"
          onClick={() => {
            saveText(printProgress(answers), 'pullback-progress.json', 'application/json');
          }}
        >
          Save progress
        </button>
        <button
          type="button"
          className="button outlined small"
          onClick={() => {
            pickFile('.json,application/json', (file) => {
              void opened(file).then(setTold);
            });
          }}
        >
          Open progress
        </button>
      </div>
      <p role="status">{told}</p>
      <p className="course-note">
        ★ routine, ★★ standard, ★★★ optional. A unit is passed with every ★ and half of the ★★.
      </p>
      {units.map((unit) => (
        <UnitView key={unit.id} unit={unit} entries={entries} passed={passed} copies={copies} linkTo={linkTo} />
      ))}
    </div>
  );
}

/** Opens a progress file and says what happened. */
async function opened(file: File): Promise<string> {
  const count = file.size > MOST_BYTES ? undefined : await file.text().then(takeProgress, () => undefined);
  if (count === undefined) return `“${file.name}” is not a progress file. Choose one that Save progress has made.`;
  return `Opened ${counted(count, 'answer')}.`;
}

const MOST_BYTES = 12e6;

const WORDS = { passed: '✓ passed', begun: '◐ begun', none: '○ not begun' } as const;

interface UnitProps extends CourseViewProps {
  readonly unit: Unit;
  readonly passed: ReadonlySet<string>;
}

function UnitView({ unit, entries, passed, copies, linkTo }: UnitProps) {
  const titles = new Map(entries.map(({ id, title }) => [id, title]));
  const marks = marksOfUnit(unit, (key) => passed.has(key));
  const isBegun = unit.notebooks.some((id) => copies.includes(`e:${id}`)) || marks.passed.some((count) => count > 0);
  const state = marks.isPassed ? 'passed' : isBegun ? 'begun' : 'none';
  const links = (ids: readonly string[]) =>
    ids.map((id) => (
      <li key={id}>
        <a {...linkTo(id)}>{titles.get(id)}</a>
      </li>
    ));
  return (
    <section className="course-unit" aria-labelledby={`unit-${unit.id}`}>
      <h3 id={`unit-${unit.id}`}>
        {unit.id} {unit.title} <span className={`course-state ${state}`}>{WORDS[state]}</span>
      </h3>
      <p className="course-note">{unit.goal}</p>
      <ul className="course-notebooks">{links(unit.notebooks)}</ul>
      <ul className="course-exercises" aria-label={`Exercises of unit ${unit.id}`}>
        {Object.entries(unit.exercises).map(([key, stars]) => {
          const { notebook = '', exercise } = partsOfKey(key) ?? {};
          const [mark, name] = passed.has(key) ? ['✓', 'Passed'] : ['○', 'Not passed'];
          return (
            <li key={key}>
              <span role="img" aria-label={name}>
                {mark}
              </span>
              <span role="img" aria-label={counted(stars, 'star')}>
                {'★'.repeat(stars)}
              </span>
              <a {...linkTo(notebook)}>{exercise}</a>
            </li>
          );
        })}
      </ul>
      {unit.more.length > 0 && (
        <>
          <p className="course-note">More on this</p>
          <ul className="course-notebooks">{links(unit.more)}</ul>
        </>
      )}
    </section>
  );
}
