import type { ReactNode } from 'react';
import classes from './data-table.module.css';
import rowLink from './row-link.module.css';

export interface Column<Row> {
  key: string;
  label: string;
  render: (row: Row) => ReactNode;
  /** Right-aligned. */
  isNumber?: boolean;
  /**
   * Position on a narrow screen: start or end of the first line, the second line (`below`) or the third
   * (`last`). If no column sets it, rows are cards with labels.
   */
  compact?: 'start' | 'end' | 'below' | 'last';
  /** Truncated on a narrow screen, so that the line does not wrap. */
  isCut?: boolean;
}

interface Props<Row> {
  /** Accessible name. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
}

/**
 * A table. On a narrow screen, each row is a few lines, or a card with labels. Explicit roles keep the
 * semantics despite `display`. A `RowLink` in a row makes the whole row clickable. (Mantine's table would add
 * 20 KiB.)
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
                  {isCompact ? render(row) : <div>{render(row)}</div>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
