import type { Picture } from '../../../protocol/picture';
import { itemOf, itemsIn } from '../../charts/picture/reading';
import { FigureTable } from '../../kit/FigureTable';
import { counted, showNumber } from '../../kit/format';

/** The most rows of a mark. All are in the CSV. */
const MOST_ROWS = 100;

interface PictureTableProps {
  readonly picture: Picture;
}

/** What is drawn, as a table. */
export function PictureTable({ picture }: PictureTableProps) {
  return (
    <FigureTable summary="Picture as a table" label="Picture as a table">
      {() => (
        <>
          <thead>
            <tr>
              {['mark', 'x', 'y', ''].map((heading) => (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          {picture.marks.map((mark, i) => (
            <MarkRows key={i} picture={picture} mark={i} count={itemsIn(mark)} />
          ))}
        </>
      )}
    </FigureTable>
  );
}

interface MarkRowsProps extends PictureTableProps {
  readonly mark: number;
  readonly count: number;
}

function MarkRows({ picture, mark, count }: MarkRowsProps) {
  const shown = Math.min(count, MOST_ROWS);
  const number = (value: number): string => (Number.isNaN(value) ? '–' : showNumber(value));
  return (
    <tbody>
      {Array.from({ length: shown }, (_, index) => {
        const item = itemOf(picture, mark, index);
        return (
          item && (
            <tr key={index}>
              <th scope="row">
                {item.kind} {index + 1}
              </th>
              <td>{number(item.x)}</td>
              <td>{number(item.y)}</td>
              <td>{item.more}</td>
            </tr>
          )
        );
      })}
      {shown < count && (
        <tr>
          <td colSpan={4}>{counted(count - shown, 'more')} in the CSV file</td>
        </tr>
      )}
    </tbody>
  );
}
