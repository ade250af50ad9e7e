import { useAppStore } from '../../store/hooks';
import { givesRoomToGraph, graphAbove } from '../../store/panels';
import './graph-place.css';

/** Places the graph above the tabs or among them, for every cell. Undone, cells decide by the panels that they ask for. */
export function GraphPlaceButton() {
  const isPlaced = useAppStore(({ wide, presenting }) => wide && !presenting);
  const above = useAppStore(graphAbove);
  const byCell = useAppStore(givesRoomToGraph);
  const setGraphPlace = useAppStore((state) => state.setGraphPlace);
  if (!isPlaced) return null;
  return (
    <button
      type="button"
      className="button small outlined graph-place"
      aria-pressed={above}
      onClick={() => {
        const chosen = above ? 'tab' : 'above';
        setGraphPlace(above === byCell ? chosen : 'auto');
      }}
    >
      Graph above
    </button>
  );
}
