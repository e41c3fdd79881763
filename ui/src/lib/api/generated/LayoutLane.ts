import type { LaneKind } from "./LaneKind";
export type LayoutLane = { id: string, label: string, sub_label: string, kind: LaneKind, y: number, height: number, };
