import { useMemo, useState } from 'react';
import type { Picture } from '../../../protocol/picture';
import { itemOf, itemsIn, itemText } from '../../charts/picture/reading';
import { integer } from '../../kit/format';
import { WindowedList } from '../../kit/WindowedList';

const ROW = 24;

/** A table with one row for each item of the picture. Only the rows in view are in the page. */
export function PictureTable({ picture }: { readonly picture: Picture }) {
  const [open, setOpen] = useState(false);
  const counts = useMemo(() => picture.marks.map(itemsIn), [picture]);
  const count = counts.reduce((sum, each) => sum + each, 0);
  const textAt = (row: number): string => {
    let index = row;
    for (const [mark, items] of counts.entries()) {
      const item = index < items ? itemOf(picture, mark, index) : undefined;
      if (item !== undefined) return itemText(item, index, items);
      index -= items;
    }
    return '';
  };
  return (
    <details
      className="figure-table"
      onToggle={(event) => {
        setOpen(event.currentTarget.open);
      }}
    >
      <summary>Picture as a table</summary>
      {open && (
        <div className="picture-rows">
          <WindowedList label={`Picture as a table, ${integer(count)} rows`} count={count} rowHeight={ROW}>
            {(row) => <span className="picture-row">{textAt(row)}</span>}
          </WindowedList>
        </div>
      )}
    </details>
  );
}
