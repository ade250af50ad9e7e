import type { Course } from '../../notebook/course';
import { listShipped } from './library';

let loading: Promise<Course> | undefined;

/** Resolves to the course; rejects if it does not load. */
export function loadCourse(): Promise<Course> {
  loading ??= read().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function read(): Promise<Course> {
  const response = await fetch('./notebooks/course.json');
  if (!response.ok) throw new Error(`status ${response.status}`);
  return (await response.json()) as Course; // a test checks its form
}

/** Resolves to the title of a notebook that ships with the page. */
export async function titleOf(notebook: string): Promise<string | undefined> {
  return (await listShipped()).find(({ id }) => id === notebook)?.title;
}
