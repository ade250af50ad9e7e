import { expect, test } from 'vitest';
import { inertJson } from './notebook';

test('no text of a notebook ends the element that its data stand in, and all of it is read back', () => {
  const hostile = '</script><!--<script>\u2028"\\ <img src=x onerror=alert(1)>';
  const data = { texts: [hostile], cells: [], inputs: { [hostile]: hostile } };
  const written = inertJson(data);
  expect(written).not.toContain('<');
  expect(JSON.parse(written)).toEqual(data);
});
