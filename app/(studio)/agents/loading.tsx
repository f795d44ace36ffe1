import { GallerySkeleton } from "#components/tools/gallery-skeleton.tsx";

export default function Loading() {
  return <GallerySkeleton />;
}
