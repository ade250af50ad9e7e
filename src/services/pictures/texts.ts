/**
 * Returns a mark as first-order data: its kind, the reals of all rows one after the other, the length of each row, texts, its
 * name, groups and shades. Functions are left out.
 */
const PLAIN = `
  let flat (rows : array (array real)) =
    toArray (fold (row, rest) -> (fold (x, more) -> x :: more over row from rest) over rows from []) in
  let rec plain (mark, name, groups, shades) =
    match mark with
    | Draw.Rows (kind, rows) -> (kind, flat rows, map length rows, [], name, groups, shades)
    | Draw.Texts all ->
        let places = flat (map (fun (x, y, _) -> [x, y]) all) in
        ("texts", places, map (fun _ -> 2) all, map (fun (_, _, text) -> text) all, name, groups, shades)
    | Draw.Bars all -> ("bars", map snd all, map (fun _ -> 1) all, map fst all, name, groups, shades)
    | Draw.Curve _ -> ("curve", [], [], [], name, groups, shades)
    | Draw.Field _ -> ("field", [], [], [], name, groups, shades)
    | Draw.Contours (count, _) -> ("contours", [toReal count], [1], [], name, groups, shades)
    | Draw.Boundary (level, _) -> ("boundary", [level], [1], [], name, groups, shades)
    | Draw.Grouped (own, inner) -> plain (inner, name, [own], shades)
    | Draw.Shaded (own, inner) -> plain (inner, name, groups, [own])
    | Draw.Named (own, inner) -> plain (inner, [own], groups, shades)
    | Draw.Setting (setting, text) -> ("setting", [], [], [setting, text], name, groups, shades)
    | Draw.Range (axis, low, high) -> ("range", [low, high], [2], [axis], name, groups, shades)
  in`;

/** The value of a mark's function at x and y; a curve has no use for y. */
const VALUE = `
  let rec value (mark, x, y) =
    match mark with
    | Draw.Curve f -> f x
    | Draw.Field f -> f (x, y)
    | Draw.Contours (_, f) -> f (x, y)
    | Draw.Boundary (_, f) -> f (x, y)
    | Draw.Grouped (_, inner) -> value (inner, x, y)
    | Draw.Shaded (_, inner) -> value (inner, x, y)
    | Draw.Named (_, inner) -> value (inner, x, y)
    | _ -> 0.0
  in`;
const MARKS = 'match picture with Draw.Picture marks ->';
const ALL_PLAIN = 'map (fun (mark : Draw.Mark) -> plain (mark, [], [], [])) marks';

/** The function that returns a picture as first-order data. */
export const DATA_OF = `fun (picture : Draw.Picture) -> ${PLAIN} ${MARKS} ${ALL_PLAIN}`;
/** The value of a function of a picture, by the index of its mark, at one place. */
export const VALUE_AT = `fun (picture : Draw.Picture) (index : int) (x : real) (y : real) -> ${VALUE} ${MARKS} value (marks[index], x, y)`;
/** The function that returns a picture as first-order data, and the values of one of its functions at places. */
export const ALL_OF = `fun (picture : Draw.Picture) (index : int) (xs : array real) (ys : array real) -> ${PLAIN} ${VALUE} ${MARKS}
  (${ALL_PLAIN}, build (length xs) (fun i -> value (marks[index], xs[i], ys[i])))`;
