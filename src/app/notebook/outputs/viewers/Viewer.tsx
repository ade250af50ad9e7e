import type { GraphView, OutputView } from '../../../../protocol/views';
import { FoldedItems } from './FoldedItems';
import { NetworkDiagram } from './NetworkDiagram';
import { OutputTree } from './OutputTree';
import { RowsTable } from './RowsTable';
import { PicturesInside } from './PicturesInside';
import type { ViewerProps } from './viewer-props';
import '../../../kit/figures.css';
import './viewers.css';

/** An output as what it is. A graph is drawn as pictures are. */
export function Viewer({ view, ...props }: ViewerProps<Exclude<OutputView, GraphView>>) {
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
    case 'pictures':
      return <PicturesInside view={view} {...props} />;
  }
}
