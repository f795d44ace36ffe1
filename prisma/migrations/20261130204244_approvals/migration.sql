-- AlterEnum
ALTER TYPE "RunStatus" ADD VALUE 'waiting';

-- AlterTable
ALTER TABLE "Run" ADD COLUMN     "wakeAt" TIMESTAMP(3);


