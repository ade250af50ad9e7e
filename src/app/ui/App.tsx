import { Masthead } from './Masthead';
import { NotebookColumn } from './NotebookColumn';
import { Notices } from './Notices';
import { PanelArea } from './PanelArea';
import { ResultStrip } from './ResultStrip';

export function App() {
  return (
    <div className="page">
      <a className="skip" href="#result">
        Skip to the result
      </a>
      <Masthead />
      <main className="workbench">
        <NotebookColumn />
        <ResultStrip />
        <PanelArea />
      </main>
      <Notices />
    </div>
  );
}
