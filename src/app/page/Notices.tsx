import { useAppStore } from '../store/hooks';

export function Notices() {
  const notices = useAppStore((state) => state.notices);
  const dismiss = useAppStore((state) => state.dismiss);
  return (
    <div className="notices" role="status" aria-label="Notices">
      {notices.map((notice) => (
        <div key={notice.id} className={`notice ${notice.kind}`}>
          <p>{notice.text}</p>
          <div className="notice-buttons">
            {notice.action !== undefined && (
              <button
                type="button"
                className="button outlined small"
                onClick={() => {
                  dismiss(notice.id);
                  notice.action?.run();
                }}
              >
                {notice.action.label}
              </button>
            )}
            <button
              type="button"
              className="button small"
              onClick={() => {
                dismiss(notice.id);
              }}
            >
              Dismiss
            </button>
          </div>
        </div>
      ))}
    </div>
  );
}
