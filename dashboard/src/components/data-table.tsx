import type { ReactNode } from 'react';
import classes from './data-table.module.css';

export interface Column<Row> {
  key: string;
  label: string;
  render: (row: Row) => ReactNode;
  /** Numbers stand at the right. */
  isNumber?: boolean;
}

interface Props<Row> {
  /** What the table lists, for those who hear it. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
}

/**
 * A table; where there is little room each row is a card with its labels. The roles survive the cards' `display: block`.
 * The browser's own elements: Mantine's table brings its scroll area and all that this positions, 20 KiB for nothing here.
 */
export function DataTable<Row>({ label, columns, rows, rowKey }: Props<Row>) {
  return (
    <div className={classes.frame}>
      <table className={classes.table} role="table" aria-label={label}>
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
            <tr key={rowKey(row)} role="row" className={classes.row}>
              {columns.map(({ key, label: name, render, isNumber }) => (
                <td
                  key={key}
                  role="cell"
                  data-label={name}
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
