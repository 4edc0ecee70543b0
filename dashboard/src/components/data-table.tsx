import type { ReactNode } from 'react';
import classes from './data-table.module.css';
import rowLink from './row-link.module.css';

export interface Column<Row> {
  key: string;
  label: string;
  render: (row: Row) => ReactNode;
  /** Numbers stand at the right. */
  isNumber?: boolean;
  /**
   * Where it stands where there is little room: at the left or the right of a row's first line, in its second one, or in
   * a third. Where no column says so, rows are cards with labels there.
   */
  compact?: 'start' | 'end' | 'below' | 'last';
  /** Below the first line it is cut off where it does not fit, so that the line stays one. */
  isCut?: boolean;
}

interface Props<Row> {
  /** What the table lists, for those who hear it. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
}

/**
 * A table; where there is little room each row is two lines or three, or a card with its labels. The roles survive the rows'
 * `display`. A `RowLink` in a row rowLink it wherever it is clicked. The browser's own elements: Mantine's table brings its
 * scroll area and all that this positions, 20 KiB for nothing here.
 */
export function DataTable<Row>({ label, columns, rows, rowKey }: Props<Row>) {
  const isCompact = columns.some(({ compact }) => compact !== undefined);
  return (
    <div className={classes.frame}>
      <table
        className={classes.table}
        role="table"
        aria-label={label}
        data-rows={isCompact ? 'lines' : 'cards'}
      >
        <thead role="rowgroup" className={classes.head}>
          <tr role="row">
            {columns.map(({ key, label: name, isNumber }) => (
              <th key={key} role="columnheader" scope="col" data-number={isNumber || undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={rowKey(row)} role="row" className={`${classes.row} ${rowLink.whole}`}>
              {columns.map(({ key, label: name, render, isNumber, compact, isCut }) => (
                <td
                  key={key}
                  role="cell"
                  data-label={name}
                  data-compact={compact}
                  data-cut={isCut || undefined}
                  className={classes.cell}
                  data-number={isNumber || undefined}
                >
                  {render(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
