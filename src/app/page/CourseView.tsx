import { type ComponentProps, useEffect, useReducer, useState } from 'react';
import { AUDIENCES, READERS } from '../../notebook/audiences';
import {
  type Course,
  isFor,
  marksOfUnit,
  partsOfKey,
  PLACED,
  placedAt,
  PLACEMENT,
  type Unit,
} from '../../notebook/course';
import { printProgress } from '../../notebook/progress';
import { saveText } from '../charts/export';
import { Choice } from '../kit/Choice';
import { counted } from '../kit/format';
import { pickFile } from '../kit/pick-file';
import { loadCourse } from '../shelf/course';
import type { Shipped } from '../shelf/library';
import { onAnswersChange } from '../shelf/answers';
import { acceptedAnswers, takeProgress } from '../shelf/marks';
import { useAppStore } from '../store/hooks';
import './course.css';

interface CourseViewProps {
  readonly entries: readonly Shipped[];
  /** The origins of the reader's notebooks: `e:ID` of a copy of a notebook that ships with the page. */
  readonly copies: readonly string[];
  /** Returns what makes a link open a notebook that ships with the page. */
  readonly linkTo: (id: string) => Pick<ComponentProps<'a'>, 'href' | 'onClick'>;
}

const OPTIONS = [['', 'everyone'] as const, ...AUDIENCES.map((each) => [each, READERS[each]] as const)];

/** The units of the course in order, with the reader's marks, which can be saved as a file. */
export function CourseView({ entries, copies, linkTo }: CourseViewProps) {
  const [course, setCourse] = useState<Course | 'failed'>();
  const audience = useAppStore((state) => state.audience);
  const setAudience = useAppStore((state) => state.setAudience);
  const [told, setTold] = useState('');
  const [, read] = useReducer((count: number) => count + 1, 0);
  useEffect(() => onAnswersChange(read), []);
  useEffect(() => {
    void loadCourse().then(setCourse, () => {
      setCourse('failed');
    });
  }, []);
  if (course === 'failed') return <p>The course did not load. Check the connection and try again.</p>;
  const answers = acceptedAnswers();
  const passed = new Set(answers.map(({ exercise }) => exercise));
  const units = course?.units ?? [];
  const [own, others] = [units.filter((unit) => isFor(unit, audience)), units.filter((unit) => !isFor(unit, audience))];
  const listed = (some: readonly Unit[]) =>
    some.map((unit) => (
      <UnitView key={unit.id} unit={unit} entries={entries} passed={passed} copies={copies} linkTo={linkTo} />
    ));
  return (
    <div className="course">
      <div className="course-tools">
        <Choice
          label="For"
          value={audience ?? ''}
          options={OPTIONS}
          onChoose={(chosen) => {
            setAudience(AUDIENCES.find((each) => each === chosen));
          }}
        />
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
      {course !== undefined && audience === PLACED && <Placement {...{ course, passed, linkTo }} />}
      {listed(own)}
      {others.length > 0 && (
        <details className="course-others">
          <summary>{counted(others.length, 'unit')} for others</summary>
          {listed(others)}
        </details>
      )}
    </div>
  );
}

interface PlacementProps extends Pick<CourseViewProps, 'linkTo'> {
  readonly course: Course;
  readonly passed: ReadonlySet<string>;
}

/** The placement quiz, and the unit that its answers suggest. */
function Placement({ course, passed, linkTo }: PlacementProps) {
  const keys = Object.keys(course.placement);
  const count = keys.filter((key) => passed.has(key)).length;
  const unit = placedAt(course, (key) => passed.has(key));
  return (
    <p className="course-placement">
      <a {...linkTo(`${PLACEMENT}&screen=1`)}>Placement quiz</a>: {count} of {counted(keys.length, 'question')} passed.
      {count > 0 && unit !== undefined && (
        <>
          {' '}
          Start at unit{' '}
          <a {...linkTo(`${unit.notebooks[0] ?? ''}&screen=1`)}>
            {unit.id} {unit.title}
          </a>
          .
        </>
      )}
    </p>
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
