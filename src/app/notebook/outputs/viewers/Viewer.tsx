import { Picture } from '../Picture';
import { FoldedItems } from './FoldedItems';
import { NetworkDiagram } from './NetworkDiagram';
import { OutputTree } from './OutputTree';
import { RowsTable } from './RowsTable';
import type { ViewerProps } from './viewer-props';
import '../../../kit/figures.css';
import './viewers.css';

/** An output as what it is: a table, a matrix, a long list, a tree, the parameters of a network or the graph of a function. */
export function Viewer({ view, ...props }: ViewerProps) {
  switch (view.kind) {
    case 'table':
    case 'matrix':
      return <RowsTable view={view} {...props} />;
    case 'list':
      return <FoldedItems view={view} {...props} />;
    case 'tree':
      return <OutputTree view={view} {...props} />;
    case 'network':
      return <NetworkDiagram view={view} {...props} />;
    case 'graph':
      return <Picture index={props.index} stale={props.stale} />;
  }
}
